/* global document, requestAnimationFrame, requestIdleCallback, setTimeout */
(function () {
  var data = document.querySelector('script[type="text/late-module"]');
  // A page in a tab behind is not painted, and need not wait for it.
  if (document.hidden) return start();
  // After the first frame, and what it made the browser do; a busy page waits for neither for long.
  requestAnimationFrame(function () {
    if (typeof requestIdleCallback === "function") requestIdleCallback(start, { timeout: 300 });
    else setTimeout(start, 50);
  });
  function start() {
    [].forEach.call(document.querySelectorAll('link[rel="late-modulepreload"]'), function (link) {
      link.rel = "modulepreload";
    });
    var script = document.createElement("script");
    script.type = "module";
    script.nonce = data.nonce;
    script.textContent = data.textContent;
    document.head.append(script);
    // It runs all the same, and React finds the page as the server sent it.
    script.remove();
  }
})();
