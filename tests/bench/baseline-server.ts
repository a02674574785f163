/**
 * Reference server of the benchmarks, in a separate process: the bare Remix page and a static string, served by plain
 * Express of the same version. Usage: `node --import tsx tests/bench/baseline-server.ts PORT BUILD`.
 */
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { pathToFileURL } from "node:url";

const [port = "0", buildPath = ""] = process.argv.slice(2);
const build = (await import(pathToFileURL(buildPath).href)) as ServerBuild;
const app = express();
app.disable("x-powered-by");
app.get("/static", (_, response) =>
  response.type("html").send("<!doctype html><title>Hello</title><h1>Hello</h1>"),
);
const handler = createRequestHandler({ build, mode: "production" });
app.all("*", (request, response, next) => void handler(request, response, next));
app.listen(Number(port), "127.0.0.1");
