(function () {
  // More changes than this are not kept: the page stays as it is, and works without scripts.
  var MOST_RECORDS = 5000;
  // Records changes by extensions and translators for hydration-guard.ts.
  var records = [];
  var isGivenUp = false;
  var watch = new MutationObserver(function (more) {
    if (modules.onIntent && records.length + more.length > MOST_RECORDS) {
      isGivenUp = true;
      records.length = 0;
      watch.disconnect();
    } else for (var i = 0; i < more.length; i++) records.push(more[i]);
  });
  watch.observe(document.getElementById("app"), {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
  });
  // Controls with input, for controls.ts: a field that was emptied again looks as if nobody had used it.
  var typed = new Set();
  function note(event) {
    typed.add(event.target);
  }
  document.addEventListener("input", note, true);
  window.earlyChanges = { watch: watch, records: records, typed: typed, note: note };
  // The data block before this script: deferred-scripts.tsx.
  var modules = JSON.parse(document.currentScript.previousElementSibling.textContent);
  // The URL names a closed answer (`#faq-5`), which the server does not see.
  var named = location.hash && document.getElementById(location.hash.slice(1));
  if (named && named.tagName === "DETAILS" && !named.open) {
    named.open = true;
    named.scrollIntoView();
  }
  if (modules.onIntent) return startOnIntent();
  // A hidden tab does not paint, so start immediately.
  if (document.hidden) return start();
  // After the first frame and its work; at most 300 ms later on a busy page.
  requestAnimationFrame(function () {
    if (typeof requestIdleCallback === "function") requestIdleCallback(start, { timeout: 300 });
    else setTimeout(start, 50);
  });
  // For pages that are only read. The listeners are passive: the first press follows its link or opens its menu.
  function startOnIntent() {
    // The home page shows no splash later in this visit (entry.client.tsx, which may not run).
    if (!/(?:^|; )splash=seen(?:;|$)/.test(document.cookie))
      document.cookie = "splash=seen; path=/; SameSite=Lax";
    var kinds = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin"];
    kinds.forEach(function (kind) {
      document.addEventListener(kind, first, { capture: true, passive: true });
    });
    function first(event) {
      // A page that opens under a resting pointer gets a move of no length.
      if (event.type === "pointermove" && event.movementX === 0 && event.movementY === 0) return;
      kinds.forEach(function (kind) {
        document.removeEventListener(kind, first, { capture: true });
      });
      if (!isGivenUp) start();
    }
  }
  // The CSP trusts scripts that this script appends, so allow only files of the build.
  function isOfBuild(file) {
    return /^\/assets\/[\w.-]+\.js$/.test(file);
  }
  function start() {
    if (!isOfBuild(modules.entry)) return;
    modules.preload.filter(isOfBuild).forEach(function (file) {
      var link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = file;
      document.head.append(link);
    });
    // Fetch the texts in parallel with the scripts; i18n.client.ts uses the responses and handles failures.
    var texts = JSON.parse(document.getElementById("texts").textContent);
    window.earlyTexts = {};
    Object.keys(texts).forEach(function (namespace) {
      var response = fetch(texts[namespace]);
      response.catch(function () {});
      window.earlyTexts[texts[namespace]] = response;
    });
    var script = document.createElement("script");
    script.type = "module";
    script.src = modules.entry;
    // The page works without scripts; log the failure (error-report.ts).
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
