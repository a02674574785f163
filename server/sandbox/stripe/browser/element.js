/**
 * Script of the card fields (pages.ts), which imitate Stripe's payment element in an iframe on the sandbox's origin.
 * The card number exists only in these fields and is sent only in the confirm request. Messages from the parent
 * (stripe.js): "init" and "look" (appearance), "submit" and "confirm" (each gets a "reply"), "focus", "clear".
 * Messages to the parent: "hello" (loaded), "ready" (initialised), "change", "height", "focus", "blur", "escape".
 */
(function () {
  "use strict";
  const setup = JSON.parse(document.getElementById("setup").textContent);
  const names = ["number", "expiry", "cvc"];
  const inputs = {};
  let clientSecret = "";
  const touched = {};
  names.forEach(function (name) {
    inputs[name] = document.getElementById(name);
  });

  function post(message) {
    window.parent.postMessage(message, setup.parent);
  }
  function digits(text) {
    return text.replace(/\D/g, "");
  }
  function isAmex() {
    return /^3[47]/.test(digits(inputs.number.value));
  }
  function luhn(text) {
    let sum = 0;
    for (let i = 0; i < text.length; i += 1) {
      const digit = Number(text[text.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
    }
    return sum % 10 === 0;
  }
  function faultOf(name) {
    const text = digits(inputs[name].value);
    if (name === "number") {
      if (text.length < (isAmex() ? 15 : 16)) return "incomplete_number";
      return text.length > 19 || !luhn(text) ? "invalid_number" : "";
    }
    if (name === "expiry") {
      if (!/^(0[1-9]|1[0-2])\d\d$/.test(text)) return "incomplete_expiry";
      const now = new Date(setup.now);
      const year = 2000 + Number(text.slice(2));
      const thisYear = now.getUTCFullYear();
      // One code for a year out of range in either direction.
      if (year < thisYear || year > thisYear + 50) return "invalid_expiry_year_past";
      return year === thisYear && Number(text.slice(0, 2)) < now.getUTCMonth() + 1
        ? "invalid_expiry_month_past"
        : "";
    }
    return text.length === (isAmex() ? 4 : 3) ? "" : "incomplete_cvc";
  }
  function show(name, code) {
    const line = document.getElementById(name + "-error");
    line.textContent = code ? setup.faults[code] : "";
    line.hidden = !code;
    inputs[name].setAttribute("aria-invalid", code ? "true" : "false");
    inputs[name].parentElement.classList.toggle("invalid", Boolean(code));
    measure();
  }
  function validate() {
    let first = "";
    names.forEach(function (name) {
      const code = faultOf(name);
      touched[name] = true;
      show(name, code);
      if (code && !first) {
        first = code;
        inputs[name].focus();
      }
    });
    return first ? { error: { type: "validation_error", code: first, message: setup.faults[first] } } : null;
  }
  function changed() {
    post({
      type: "change",
      complete: names.every(function (name) {
        return !faultOf(name);
      }),
      empty: names.every(function (name) {
        return inputs[name].value === "";
      }),
    });
  }
  function format(name) {
    const input = inputs[name];
    let text = digits(input.value);
    const atEnd = input.selectionStart === input.value.length;
    let next = input.value;
    if (name === "number") {
      text = text.slice(0, isAmex() ? 15 : 19);
      next = isAmex()
        ? [text.slice(0, 4), text.slice(4, 10), text.slice(10)].filter(Boolean).join(" ")
        : (text.match(/.{1,4}/g) || []).join(" ");
    } else if (name === "expiry") {
      if (/^[2-9]/.test(text)) text = "0" + text;
      text = text.slice(0, 4);
      next = text.length > 2 ? text.slice(0, 2) + " / " + text.slice(2) : text;
    } else {
      next = text.slice(0, isAmex() ? 4 : 3);
    }
    // Rewriting the value moves the caret to the end, which is right only for someone who types there.
    // The CVC is rewritten in any case: more digits than the card has must not stay.
    if (next !== input.value && (atEnd || name === "cvc")) input.value = next;
  }

  function confirmCard() {
    const invalid = validate();
    if (invalid) return Promise.resolve(invalid);
    return fetch("/stripe/api/intents/" + clientSecret.split("_secret_")[0] + "/confirm", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        clientSecret: clientSecret,
        locale: setup.locale,
        card: { number: inputs.number.value, expiry: inputs.expiry.value, cvc: inputs.cvc.value },
      }),
    })
      .then(function (response) {
        return response.json();
      })
      .catch(function () {
        return { error: { type: "api_connection_error", message: setup.connectionError } };
      });
  }

  const VARIABLES = {
    colorPrimary: "--primary",
    colorBackground: "--background",
    colorText: "--text",
    colorTextSecondary: "--text-soft",
    colorTextPlaceholder: "--placeholder",
    colorDanger: "--danger",
    borderRadius: "--radius",
    spacingUnit: "--unit",
    fontSizeBase: "--size",
    fontFamily: "--family",
  };
  const RULES = {
    ".Input": "input",
    ".Input:focus": "input:focus",
    ".Input--invalid": ".invalid input",
    ".Label": "label",
    ".Error": ".error",
    ".Input::placeholder": "input::placeholder",
  };
  function applyLook(appearance) {
    const root = document.documentElement;
    const variables = (appearance && appearance.variables) || {};
    Object.keys(VARIABLES).forEach(function (name) {
      if (typeof variables[name] === "string") root.style.setProperty(VARIABLES[name], variables[name]);
    });
    const sheet = document.getElementById("rules").sheet;
    while (sheet.cssRules.length) sheet.deleteRule(0);
    const rules = (appearance && appearance.rules) || {};
    Object.keys(rules).forEach(function (selector) {
      if (!RULES[selector]) return;
      const rule = sheet.cssRules[sheet.insertRule(RULES[selector] + " {}", sheet.cssRules.length)];
      Object.keys(rules[selector]).forEach(function (property) {
        rule.style.setProperty(
          property.replace(/[A-Z]/g, function (c) {
            return "-" + c.toLowerCase();
          }),
          String(rules[selector][property]),
        );
      });
    });
    measure();
  }
  function measure() {
    post({ type: "height", height: document.getElementById("card").offsetHeight + 12 });
  }

  names.forEach(function (name) {
    inputs[name].addEventListener("input", function () {
      format(name);
      if (touched[name]) show(name, faultOf(name));
      changed();
    });
    inputs[name].addEventListener("focus", function () {
      post({ type: "focus" });
    });
    inputs[name].addEventListener("blur", function () {
      if (inputs[name].value !== "") {
        touched[name] = true;
        show(name, faultOf(name));
      }
      post({ type: "blur" });
    });
    inputs[name].addEventListener("keydown", function (event) {
      if (event.key === "Escape") post({ type: "escape" });
    });
  });
  window.addEventListener("message", function (event) {
    if (event.origin !== setup.parent || event.source !== window.parent || !event.data) return;
    const data = event.data;
    function reply(result) {
      post({ type: "reply", id: data.id, result: result });
    }
    if (data.type === "init") {
      clientSecret = String(data.clientSecret);
      applyLook(data.appearance);
      new ResizeObserver(measure).observe(document.getElementById("card"));
      post({ type: "ready" });
    } else if (data.type === "look") applyLook(data.appearance);
    else if (data.type === "submit") reply(validate() || { selectedPaymentMethod: "card" });
    else if (data.type === "confirm") void confirmCard().then(reply);
    else if (data.type === "focus") inputs.number.focus();
    else if (data.type === "clear") {
      names.forEach(function (name) {
        inputs[name].value = "";
        show(name, "");
      });
      changed();
    }
  });
  post({ type: "hello" });
})();
