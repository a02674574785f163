/**
 * A cluster of two whose workers are killed under load, one after the other: prints how many requests had an answer, had
 * their connection closed, and waited for nothing. Run as a program, since the workers are this file again.
 */
import cluster from "node:cluster";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { closeUntaken } from "#server/workers/handovers";

const KILLS = 8;
const HUNG_MS = 3_000;

function serve(): void {
  createServer((_, response) => {
    // Busy enough that connections wait to be taken.
    const until = performance.now() + 2;
    while (performance.now() < until);
    response.end("x");
  }).listen(0);
}

async function kill(): Promise<void> {
  let port = 0;
  const start = () => closeUntaken(cluster.fork());
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const serving = new Set<number>();
  cluster.on("listening", ({ id }, address: Pick<AddressInfo, "port">) => {
    serving.add(id);
    ({ port } = address);
  });
  const bothServe = async () => {
    while (serving.size < 2) await pause(20);
  };
  start();
  start();
  await bothServe();
  const told = { answered: 0, closed: 0, hung: 0 };
  let goes = true;
  const ask = () =>
    new Promise<void>((resolve) => {
      const end = (how: keyof typeof told) => {
        told[how] += 1;
        request.destroy();
        resolve();
      };
      const request = get({ port, agent: false, timeout: HUNG_MS }, (response) => {
        response.resume().once("end", () => end("answered"));
      });
      request.once("timeout", () => {
        request.removeAllListeners("error").on("error", () => {});
        end("hung");
      });
      request.once("error", () => end("closed"));
    });
  const clients = Array.from({ length: 8 }, async () => {
    while (goes) await ask();
  });
  for (let n = 0; n < KILLS; n += 1) {
    await pause(250);
    const [victim] = Object.values(cluster.workers ?? {});
    victim?.once("exit", start);
    victim?.process.kill("SIGKILL");
    if (victim) serving.delete(victim.id);
    await bothServe();
  }
  goes = false;
  await Promise.all(clients);
  console.log(JSON.stringify(told));
  process.exit();
}

await (cluster.isPrimary ? kill() : serve());
