(function () {
  // What others put into the page from here on: as-sent.ts.
  var records = [];
  var watch = new MutationObserver(function (more) {
    records.push.apply(records, more);
  });
  watch.observe(document.getElementById("app"), {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
  });
  window.earlyChanges = { watch: watch, records: records };
  var data = document.querySelector('script[type="text/late-module"]');
  // A page in a tab behind is not painted, and need not wait for it.
  if (document.hidden) return start();
  // After the first frame, and what it made the browser do; a busy page waits for neither for long.
  requestAnimationFrame(function () {
    if (typeof requestIdleCallback === "function") requestIdleCallback(start, { timeout: 300 });
    else setTimeout(start, 50);
  });
  function start() {
    data.dataset.files.split(" ").forEach(function (file) {
      var link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = file;
      document.head.append(link);
    });
    // The texts on the way beside the scripts: i18n.client.ts takes these answers, and hears when there is none.
    var texts = JSON.parse(document.getElementById("texts").textContent);
    window.earlyTexts = {};
    Object.keys(texts).forEach(function (namespace) {
      var answer = fetch(texts[namespace]);
      answer.catch(function () {});
      window.earlyTexts[texts[namespace]] = answer;
    });
    var script = document.createElement("script");
    script.type = "module";
    script.nonce = data.nonce;
    script.textContent = data.textContent;
    // The page works without; the log is to know (error-report.ts).
    script.onerror = function () {
      var root = (window.__remixContext.state.loaderData || {}).root;
      var report = JSON.stringify({
        kind: "script",
        message: "The page's scripts did not come",
        page: location.pathname,
        requestId: root && root.requestId,
      });
      navigator.sendBeacon("/browser-error", new Blob([report], { type: "application/json" }));
    };
    document.head.append(script);
    // It runs all the same, and React finds the page as the server sent it.
    script.remove();
  }
})();
