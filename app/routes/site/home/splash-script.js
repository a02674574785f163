(function () {
  var splash = document.getElementById("splash");
  var connection = navigator.connection || {};
  // Only where the visit begins, once per browser session: any other page has left the mark already
  // (app/entry.client.tsx).
  if (/(?:^|; )splash=/.test(document.cookie)) return;
  // Never for those who ask for less motion or less data, nor where the start was slow.
  document.cookie = "splash=seen; path=/; SameSite=Lax";
  if (
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    connection.saveData ||
    /2g|3g/.test(connection.effectiveType || "") ||
    navigator.deviceMemory < 2 ||
    performance.now() > 2500
  )
    return;
  // A click, not the press that begins it: the page below must not get the other half of it.
  var events = ["keydown", "click"];
  var timer = setTimeout(end, 4000);
  splash.dataset.state = "on";
  // The globe comes out of the dark once it is all there, never in parts.
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
  function end() {
    clearTimeout(timer);
    events.forEach(function (name) {
      removeEventListener(name, end, true);
    });
    // Fades for 2500 ms, and lets everything through while it does.
    splash.dataset.state = "off";
    setTimeout(function () {
      delete splash.dataset.state;
    }, 2500);
  }
})();
