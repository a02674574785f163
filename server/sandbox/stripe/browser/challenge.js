/**
 * Script of the 3-D Secure page (pages.ts), in an iframe over the shop's page. Posts whether the challenge was passed
 * and sends "challenge-ended" to the parent. The page's URL has the client secret in its fragment, which the browser
 * does not send to the server.
 */
(function () {
  "use strict";
  const setup = JSON.parse(document.getElementById("setup").textContent);
  const clientSecret = decodeURIComponent(location.hash.slice(1));
  const buttons = [document.getElementById("complete"), document.getElementById("fail")];
  let done = false;
  function end() {
    window.parent.postMessage({ type: "challenge-ended" }, setup.parent);
  }
  buttons.forEach(function (button) {
    button.addEventListener("click", function () {
      if (done) return;
      done = true;
      fetch("/stripe/api/intents/" + clientSecret.split("_secret_")[0] + "/authenticate", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ clientSecret: clientSecret, passed: button.id === "complete" }),
      })
        .then(function (response) {
          // 409: no challenge is pending any more. The parent reads the payment's state.
          if (response.ok || response.status === 409) end();
          else throw new Error("status " + response.status);
        })
        .catch(function () {
          done = false;
          document.getElementById("trouble").hidden = false;
        });
    });
  });
  document.getElementById("title").focus();
})();
