/**
 * Replaces Stripe.js in the sandbox: the part of `window.Stripe` that a payment page uses. stand-in.ts inserts the
 * frame titles by language.
 */
(function () {
  "use strict";
  if (window.Stripe) return;
  const base = new URL(document.currentScript.src).origin;

  function fail(message) {
    const error = new Error(message);
    error.name = "IntegrationError";
    throw error;
  }

  function idOf(clientSecret) {
    const match = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(clientSecret));
    if (!match) fail("Invalid value for clientSecret: it has the form pi_123_secret_456.");
    return match[1];
  }

  function connectionError() {
    return { error: { type: "api_connection_error", message: "The payment service could not be reached." } };
  }

  function retrieve(clientSecret, locale) {
    const address =
      base +
      "/stripe/api/intents/" +
      idOf(clientSecret) +
      "?client_secret=" +
      encodeURIComponent(clientSecret) +
      "&locale=" +
      encodeURIComponent(locale);
    return fetch(address, { mode: "cors", credentials: "omit", cache: "no-store" })
      .then(function (response) {
        return response.json();
      })
      .catch(connectionError);
  }

  // Stripe lays its 3-D Secure step over the whole page, as a child of body; so does this.
  function challenge(clientSecret, locale) {
    return new Promise(function (resolve) {
      const frame = document.createElement("iframe");
      const before = document.activeElement;
      frame.title = "3-D Secure";
      frame.name = "card-challenge";
      frame.src =
        base +
        "/stripe/challenge?parent=" +
        encodeURIComponent(location.origin) +
        "&locale=" +
        encodeURIComponent(locale) +
        "#" +
        encodeURIComponent(clientSecret);
      frame.style.cssText =
        "position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;background:transparent;color-scheme:normal";
      function heard(event) {
        if (event.origin !== base || event.source !== frame.contentWindow) return;
        if (!event.data || event.data.type !== "challenge-ended") return;
        window.removeEventListener("message", heard);
        frame.remove();
        if (before && before.focus) before.focus();
        resolve();
      }
      window.addEventListener("message", heard);
      frame.addEventListener("load", function () {
        frame.focus();
      });
      document.body.appendChild(frame);
    })
      .then(function () {
        return retrieve(clientSecret, locale);
      })
      .then(function (result) {
        const intent = result.paymentIntent;
        if (intent && intent.status === "requires_payment_method" && intent.last_payment_error) {
          return { error: Object.assign({}, intent.last_payment_error, { payment_intent: intent }) };
        }
        return result;
      });
  }

  function PaymentElement(owner, type, options) {
    if (type !== "payment") fail("This stand-in has the payment element only, not " + type + ".");
    const listeners = {};
    let frame = null;
    const waiting = new Map();
    let count = 0;
    let known = false;
    let alarm = 0;
    const self = this;

    function emit(name, detail) {
      (listeners[name] || []).slice().forEach(function (entry) {
        if (entry.once) self.off(name, entry.handler);
        entry.handler(Object.assign({ elementType: "payment" }, detail));
      });
    }
    function post(message) {
      if (frame && frame.contentWindow) frame.contentWindow.postMessage(message, base);
    }
    function look() {
      return { type: "look", appearance: owner.appearance || {} };
    }
    function heard(event) {
      if (!frame || event.origin !== base || event.source !== frame.contentWindow || !event.data) return;
      const data = event.data;
      if (data.type === "hello") {
        known = true;
        clearTimeout(alarm);
        post(Object.assign(look(), { type: "init", clientSecret: owner.clientSecret }));
        emit("loaderstart", {});
      } else if (data.type === "ready") {
        emit("ready", {});
      } else if (data.type === "height") {
        frame.style.height = Math.max(0, Math.min(2000, Number(data.height) || 0)) + "px";
      } else if (data.type === "change") {
        emit("change", {
          complete: data.complete === true,
          empty: data.empty === true,
          collapsed: false,
          value: { type: "card" },
        });
      } else if (data.type === "focus" || data.type === "blur" || data.type === "escape") {
        emit(data.type, {});
      } else if (data.type === "reply" && waiting.has(data.id)) {
        waiting.get(data.id)(data.result);
        waiting.delete(data.id);
      }
    }

    this.ask = function (message) {
      if (!frame) fail("Mount the payment element first.");
      return new Promise(function (resolve) {
        count += 1;
        waiting.set(count, resolve);
        post(Object.assign({ id: count }, message));
      });
    };
    this.mount = function (target) {
      const place = typeof target === "string" ? document.querySelector(target) : target;
      if (!place) fail("The place to mount the payment element does not exist: " + target);
      self.unmount();
      frame = document.createElement("iframe");
      frame.title = owner.title;
      frame.name = "card-element";
      frame.src =
        base +
        "/stripe/element?parent=" +
        encodeURIComponent(location.origin) +
        "&locale=" +
        encodeURIComponent(owner.locale);
      frame.style.cssText =
        "display:block;width:calc(100% + 12px);margin:-6px;height:0;border:0;background:transparent;color-scheme:normal";
      window.addEventListener("message", heard);
      // A frame that cannot load fires "load" too. Only the missing hello message tells.
      alarm = setTimeout(function () {
        if (!known)
          emit("loaderror", {
            error: { type: "api_connection_error", message: "The card form did not load." },
          });
      }, 10000);
      place.appendChild(frame);
      return self;
    };
    this.unmount = function () {
      clearTimeout(alarm);
      window.removeEventListener("message", heard);
      if (frame) frame.remove();
      frame = null;
      known = false;
      waiting.forEach(function (resolve) {
        resolve({ error: { type: "invalid_request_error", message: "The payment element was removed." } });
      });
      waiting.clear();
      return self;
    };
    this.destroy = function () {
      self.unmount();
      owner.forget(self);
    };
    this.on = function (name, handler) {
      (listeners[name] = listeners[name] || []).push({ handler: handler });
      return self;
    };
    this.once = function (name, handler) {
      (listeners[name] = listeners[name] || []).push({ handler: handler, once: true });
      return self;
    };
    this.off = function (name, handler) {
      listeners[name] = (listeners[name] || []).filter(function (entry) {
        return handler && entry.handler !== handler;
      });
      return self;
    };
    this.focus = function () {
      if (frame) frame.focus();
      post({ type: "focus" });
      return self;
    };
    this.blur = function () {
      if (frame) frame.blur();
      return self;
    };
    this.clear = function () {
      post({ type: "clear" });
      return self;
    };
    this.collapse = function () {
      return self;
    };
    this.update = function (changed) {
      Object.assign(options, changed);
      return self;
    };
    this.look = function () {
      post(look());
    };
  }

  function Elements(options, titles) {
    idOf(options.clientSecret);
    let element = null;
    const self = this;
    this.clientSecret = options.clientSecret;
    this.appearance = options.appearance;
    this.locale = options.locale && options.locale !== "auto" ? options.locale : navigator.language;
    this.title = titles[String(this.locale).slice(0, 2)] || titles.en;
    this.forget = function (gone) {
      if (element === gone) element = null;
    };
    this.create = function (type, elementOptions) {
      if (element) fail("Only one payment element can be made of one elements instance.");
      element = new PaymentElement(self, type, Object.assign({}, elementOptions));
      return element;
    };
    this.getElement = function (type) {
      return type === "payment" ? element : null;
    };
    this.update = function (changed) {
      if (changed.appearance) self.appearance = changed.appearance;
      if (element) element.look();
    };
    this.fetchUpdates = function () {
      return Promise.resolve({});
    };
    this.submit = function () {
      if (!element) fail("elements.submit() needs a mounted payment element.");
      return element.ask({ type: "submit" });
    };
    this.confirm = function () {
      if (!element) fail("confirmPayment needs a mounted payment element.");
      return element.ask({ type: "confirm" });
    };
  }

  function Stripe(key, settings) {
    if (!(this instanceof Stripe)) return new Stripe(key, settings);
    if (!/^pk_test_/.test(String(key))) fail("The card stand-in takes test keys only.");
    const ownLocale = (settings && settings.locale) || "auto";
    function currentLocale(elements) {
      return elements ? elements.locale : ownLocale === "auto" ? navigator.language : ownLocale;
    }
    function settle(result, request, clientSecret) {
      const intent = result.paymentIntent;
      if (!intent || request.redirect === "if_required") return result;
      const address = new URL(request.confirmParams.return_url);
      address.searchParams.set("payment_intent", intent.id);
      address.searchParams.set("payment_intent_client_secret", clientSecret);
      address.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "pending");
      location.assign(address.href);
      return new Promise(function () {});
    }

    this.elements = function (options) {
      if (!options || !options.clientSecret) fail("stripe.elements() needs a clientSecret.");
      return new Elements(Object.assign({ locale: ownLocale }, options), "__TITLES__");
    };
    this.confirmPayment = function (request) {
      const elements = request.elements;
      const clientSecret = request.clientSecret || (elements && elements.clientSecret);
      if (!elements) fail("confirmPayment needs elements.");
      if (
        request.redirect !== "if_required" &&
        !(request.confirmParams && request.confirmParams.return_url)
      ) {
        fail("confirmPayment needs confirmParams.return_url.");
      }
      return elements
        .confirm()
        .then(function (result) {
          const intent = result.paymentIntent;
          return intent && intent.status === "requires_action"
            ? challenge(clientSecret, elements.locale)
            : result;
        })
        .then(function (result) {
          return settle(result, request, clientSecret);
        });
    };
    this.handleNextAction = function (request) {
      const locale = currentLocale(null);
      return retrieve(request.clientSecret, locale).then(function (result) {
        const intent = result.paymentIntent;
        return intent && intent.status === "requires_action"
          ? challenge(request.clientSecret, locale)
          : result;
      });
    };
    this.retrievePaymentIntent = function (clientSecret) {
      return retrieve(clientSecret, currentLocale(null));
    };
    this._registerWrapper = function () {};
  }
  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
