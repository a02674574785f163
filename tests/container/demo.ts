/** Checks the demo's image with the settings of deploy/compose.demo.yaml. */
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../kit/programs/redis-server";
import { check } from "./report";
import { buildah, command, end, run, untilReachable } from "./buildah";
import { composeOf } from "./compose";

/** Runs the sandbox and the site of the demo's image and checks what they serve, and a stop while a page is loading. */
export async function checkDemo(image: string): Promise<void> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  // Free ports, because other programs may use 3000 and 4000.
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const own = { ...ports, SITE_URL: `http://localhost:${port}` };
  const services = composeOf("deploy/compose.demo.yaml", { PORT: String(port) });
  check("docker-compose parses deploy/compose.demo.yaml", services["site"] !== undefined);
  const observed = composeOf("deploy/compose.demo.yaml", { PORT: String(port) }, ["observe"]);
  const added = Object.keys(observed).filter((name) => services[name] === undefined);
  check("its profile observe adds three services", added.sort().join() === "grafana,jaeger,prometheus");
  const sandboxService = services["sandbox"];
  const environment = { ...sandboxService?.environment, ...own };
  const sandbox = run(image, sandboxPort, environment, sandboxService?.command ?? []);
  const siteContainer = run(
    image,
    port,
    { ...services["site"]?.environment, ...own },
    command("demo", "CMD"),
  );
  try {
    await untilReachable(`http://127.0.0.1:${sandboxPort}/mailbox.json`, sandbox);
    await untilReachable(`http://127.0.0.1:${port}/healthz`, siteContainer);
    const news = await (await fetch(`http://localhost:${port}/news`)).text();
    check("the demo shows the sandbox's news", /href="\/news\/\d+/.test(news));
    const signIn = await fetch(`http://localhost:${port}/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ email: "member@soria.test", password: "Soria-2024!" }),
      headers: { Origin: `http://localhost:${port}` },
      redirect: "manual",
    });
    check("a member can sign in to the demo", signIn.status === 303, String(signIn.status));
    const desk = await (await fetch(`http://localhost:${sandboxPort}/`)).text();
    check("the sandbox serves its desk", desk.includes("A member in any state"));

    // A page that waits for the API when SIGTERM arrives.
    const wait = { method: "PUT", headers: { "Content-Type": "application/json" }, body: '{"delayMs":2000}' };
    await fetch(`http://localhost:${sandboxPort}/__settings`, wait);
    const underWay = fetch(`http://localhost:${port}/news?keyword=drain`);
    await pause(500);
    const stopped = end(siteContainer, port);
    const response = await underWay;
    const whole = (await response.text()).trimEnd().endsWith("</html>");
    check(
      "a page requested before SIGTERM is sent completely",
      response.ok && whole,
      String(response.status),
    );
    await stopped;
    check(
      "the demo's site exits with 0 after SIGTERM",
      siteContainer.process.exitCode === 0,
      String(siteContainer.process.exitCode),
    );
  } finally {
    if (siteContainer.process.exitCode === null) await end(siteContainer, port);
    await end(sandbox, sandboxPort);
    buildah("rm", siteContainer.id, sandbox.id);
  }
}
