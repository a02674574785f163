(function () {
  // Changes by extensions and translators from here on: hydration-guard.ts.
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
  // The block before this script: late-scripts.tsx.
  var modules = JSON.parse(document.currentScript.previousElementSibling.textContent);
  // A page in a tab behind is not painted, and need not wait for it.
  if (document.hidden) return start();
  // After the first frame, and what it made the browser do; a busy page waits for neither for long.
  requestAnimationFrame(function () {
    if (typeof requestIdleCallback === "function") requestIdleCallback(start, { timeout: 300 });
    else setTimeout(start, 50);
  });
  function start() {
    // The browser trusts what this script appends, wherever the data come from: files of the build alone.
    if (!/^\/assets\/[\w.-]+\.js$/.test(modules.entry)) return;
    modules.preload.forEach(function (file) {
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
    script.src = modules.entry;
    // The page works without; the log is to know (error-report.ts).
    script.onerror = function () {
      var timings = (performance.getEntriesByType("navigation")[0] || {}).serverTiming || [];
      var timing = timings.filter(function (one) {
        return one.name === "id";
      })[0];
      var report = JSON.stringify({
        kind: "script",
        message: "The page's scripts did not come",
        page: location.pathname,
        requestId: timing && timing.description,
      });
      navigator.sendBeacon("/browser-error", new Blob([report], { type: "application/json" }));
    };
    document.head.append(script);
  }
})();
