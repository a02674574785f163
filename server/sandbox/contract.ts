/**
 * Checks calls against contract/openapi.yaml, which is written by hand from the specification. The site and the sandbox
 * share the schemas of server/wire, so every other test would miss a mistake in them. Enabled only in tests
 * (`--contract`).
 */
import { readContract } from "../../contract/openapi";
import type { Contract, ContractCall } from "../../contract/types";
import { dataFaults, faultsOf, isListed, requestProblems } from "../../contract/validator";
import { sourcePath } from "./source-files";

type Json = Record<string, unknown>;

const BASES = { product: "api", order: "order-service" };

function bearerProblem({ auth }: ContractCall, headers: Headers): string[] {
  const has = /^Bearer \S+$/.test(headers.get("Authorization") ?? "");
  if (auth === "none") return has ? ["sends a token, and needs none"] : [];
  return has || auth === "optional" ? [] : ["sends no token"];
}

/** Returns what is wrong with the `data` of a refusal, where the contract says what it has. */
function refusalProblems(
  contract: Contract,
  { codes }: ContractCall,
  code: unknown,
  data: unknown,
): string[] {
  const schema = codes.find(({ result }) => Array.isArray(result) && result.includes(Number(code)))?.data;
  if (!schema || data == null) return [];
  return faultsOf(contract, schema, data).map(({ path, problem }) => `refusal ${path} ${problem}`);
}

function responseProblems(
  contract: Contract,
  call: ContractCall,
  { status, text }: { status: number; text: string | undefined },
): string[] {
  if (text === undefined) return [`answer ${status} is no JSON`];
  const { result, message, data } = JSON.parse(text) as Json;
  const isOrder = call.service === "order";
  const code = isOrder ? message : result;
  if (isOrder ? typeof code !== "string" : !Number.isInteger(code))
    return [`answer ${status} is no envelope`];
  if (code !== (isOrder ? "SUCCESS" : 1)) {
    return isListed(contract, call, code as number | string, status)
      ? refusalProblems(contract, call, code, data)
      : [`answers ${String(code)} with ${status}, not listed`];
  }
  if (status !== 200) return [`succeeds with ${status}`];
  return dataFaults(contract, call, data).map(
    ({ path, problem, found }) =>
      `answer ${path} ${problem}${found === undefined ? "" : `: ${JSON.stringify(found)}`}`,
  );
}

/**
 * Collects differences between calls and the contract until they are taken: one line for each, with the id of the
 * call, the place and the value.
 */
export class ContractWatch {
  readonly #contract = readContract(sourcePath("contract/openapi.yaml"));
  readonly #calls = this.#contract.calls.map((call) => ({
    call,
    pattern: new RegExp(
      `^/${BASES[call.service]}/${call.path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`,
    ),
  }));
  #differences = new Set<string>();
  /** What the sandbox has ever said that it knows. A test may switch it off between two calls of the site. */
  readonly #said = new Set<string>();

  /** Stores the header Known-Fields of a response. */
  noteSaid(header: string | null): void {
    for (const name of header?.split(",") ?? []) this.#said.add(name.trim());
  }

  /** Returns the proposed fields and values of a request that the sandbox has never said that it knows. */
  #unasked({ proposed }: ContractCall, query: URLSearchParams, sent: string | undefined): string[] {
    return proposed
      .filter((name) => !this.#said.has(name))
      .filter((name) => {
        const [key = "", value] = name.split("=");
        return value === undefined ? sent?.includes(`"${key}":`) : query.get(key) === value;
      })
      .map((name) => `sends ${name}, and the API has not said that it knows it`);
  }

  /**
   * Checks a call of the two APIs.
   *
   * @param sent JSON text of the body, or of the text fields and file names of a form; undefined when there is no body
   *   or it was not read
   * @param response status and JSON text; undefined when a fault rule or a content set changed the response
   */
  look(
    { url, method, headers }: Request,
    sent: string | undefined,
    response?: { status: number; text: string | undefined },
  ): void {
    // Skip a body that was not read: the client disconnected or was refused earlier.
    if (headers.has("content-type") && sent === undefined) return;
    const { pathname, searchParams: query } = new URL(url);
    const body = JSON.parse(sent ?? "null") as unknown;
    // Others than the site may send invalid requests on purpose.
    const isSite = headers.get("accept") === "application/json";
    const { call } =
      this.#calls.find((each) => each.call.method === method && each.pattern.test(pathname)) ?? {};
    const problems = [
      ...(isSite && !call ? ["is not in the contract"] : []),
      ...(isSite && call
        ? [
            ...bearerProblem(call, headers),
            ...requestProblems(this.#contract, call, { headers, query, body }),
            ...this.#unasked(call, query, sent),
          ]
        : []),
      ...(response && call ? responseProblems(this.#contract, call, response) : []),
    ];
    const name = call ? `${call.id}:` : `${method} ${pathname.replace(/^\/[\w-]+\//, "")}`;
    for (const problem of problems)
      if (this.#differences.size < 200) this.#differences.add(`${name} ${problem}`);
  }

  take(): string[] {
    const taken = [...this.#differences];
    this.#differences.clear();
    return taken;
  }
}
