(function () {
  var splash = document.getElementById("splash");
  var connection = navigator.connection || {};
  // Only on the first page of a browser session; every other page has set the cookie (app/entry.client.tsx).
  if (/(?:^|; )splash=/.test(document.cookie)) return;
  // Not with reduced motion, save-data or a slow connection or device, nor if the page took over 2.5 s to get here.
  document.cookie = "splash=seen; path=/; SameSite=Lax";
  if (
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    connection.saveData ||
    /2g|3g/.test(connection.effectiveType || "") ||
    navigator.deviceMemory < 2 ||
    performance.now() > 2500
  )
    return;
  // Listens for click, not pointerdown: otherwise the page below would receive the click that follows.
  var events = ["keydown", "click"];
  var timer = setTimeout(end, 4000);
  splash.dataset.state = "on";
  // The globe appears only when all its images are decoded.
  Promise.all(
    [].map.call(splash.querySelectorAll("img"), function (picture) {
      return picture.decode();
    }),
  ).then(arrive, arrive);
  function arrive() {
    splash.dataset.ready = "";
  }
  events.forEach(function (name) {
    addEventListener(name, end, true);
  });
  /** Tells the globe where the hero's moon is, and how large (splash.css). Without a moon the globe only shrinks. */
  function aim() {
    var globe = splash.querySelector(".splash__globe");
    var moon = document.querySelector(".orb");
    if (!moon) return;
    var to = moon.getBoundingClientRect();
    var from = globe.getBoundingClientRect();
    globe.style.setProperty("--to-x", to.left + to.width / 2 - from.left - from.width / 2 + "px");
    globe.style.setProperty("--to-y", to.top + to.height / 2 - from.top - from.height / 2 + "px");
    // The sphere is 224 of the drawing's 360 units.
    globe.style.setProperty("--to-s", to.width / ((from.width * 224) / 360));
  }
  function end() {
    clearTimeout(timer);
    events.forEach(function (name) {
      removeEventListener(name, end, true);
    });
    aim();
    // Ends within 2500 ms. Meanwhile the page below receives pointer events.
    splash.dataset.state = "off";
    setTimeout(function () {
      delete splash.dataset.state;
    }, 2500);
  }
})();
