/**
 * Rules for tests, part of the plugin in lint-rules.js: what a test measures is reported, not judged, and a test waits
 * for events, not for time (docs/decisions/0088-no-verdict-from-a-clock.md).
 */

const CLOCKS = /^(?:performance|Date)$/;
const METERS = /^(?:memoryUsage|cpuUsage|hrtime|resourceUsage|loadavg)$/;
/** Names of measurements in /proc and in the site's metrics. */
const METER_TEXTS = /VmRSS|VmHWM|schedstat|resident_memory|heap_size|external_memory/;
const COMPARISONS = /^(?:toBe(?:Less|Greater)Than(?:OrEqual)?|toBeCloseTo)$/;
const ORDERS = /^[<>]=?$/;
const LOOPS = /^(?:For(?:In|Of)?|While|DoWhile)Statement$/;
const FUNCTIONS = /Function/;

/** Yields a node and all nodes below it. */
function* nodesIn(node) {
  if (!node || typeof node.type !== "string") return;
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent") continue;
    for (const child of Array.isArray(value) ? value : [value]) yield* nodesIn(child);
  }
}

const isClockCall = (node) =>
  node?.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  CLOCKS.test(node.callee.object.name) &&
  node.callee.property.name === "now";

const textOf = (node) =>
  node.type === "Literal" ? String(node.regex?.pattern ?? node.value) : (node.value?.raw ?? "");

/** Collects the names of a file that hold a duration, a memory size or a processor time. */
class Measurements {
  clocks = new Set();
  names = new Set();

  constructor(program) {
    const nodes = [...nodesIn(program)];
    for (const { type, id, init } of nodes)
      if (type === "VariableDeclarator" && isClockCall(init) && id.name) this.clocks.add(id.name);
    for (let before = -1; before < this.names.size;) {
      before = this.names.size;
      for (const node of nodes) this.#learn(node);
    }
  }

  #learn({ type, id, init, left, right, key, value, callee, arguments: args, body, params }) {
    if (type === "VariableDeclarator" && id.name && FUNCTIONS.test(init?.type))
      this.#learnFunction(id.name, init.body);
    else if (type === "VariableDeclarator" && id.name && this.#isValue(init)) this.names.add(id.name);
    else if (type === "AssignmentExpression" && left.name && this.#isValue(right)) this.names.add(left.name);
    else if (type === "Property" && key.name && this.#isValue(value)) this.names.add(key.name);
    else if (type === "FunctionDeclaration" && params && id) this.#learnFunction(id.name, body);
    else if (type === "CallExpression" && /^(?:push|add|set)$/.test(callee.property?.name)) {
      if (args.some((each) => this.#isValue(each)) && callee.object.name) this.names.add(callee.object.name);
    }
  }

  #learnFunction(name, body) {
    const results =
      body.type === "BlockStatement"
        ? [...nodesIn(body)].filter(({ type }) => type === "ReturnStatement").map(({ argument }) => argument)
        : [body];
    if (results.some((result) => this.#isValue(result))) this.names.add(name);
  }

  /** An object or a function that contains a measurement is none; its property is. */
  #isValue(node) {
    return Boolean(node) && !/Object|Function|Class/.test(node.type) && this.isIn(node);
  }

  #isClock = (node) => isClockCall(node) || this.clocks.has(node?.name);

  isIn(root) {
    for (const node of nodesIn(root)) {
      if (node.type === "Identifier" && this.names.has(node.name)) return true;
      if (node.type === "MemberExpression" && METERS.test(node.property.name)) return true;
      if (/^(?:Literal|TemplateElement)$/.test(node.type) && METER_TEXTS.test(textOf(node))) return true;
      if (node.operator === "-" && this.#isClock(node.left) && this.#isClock(node.right)) return true;
    }
    return false;
  }
}

/** Returns the call of expect at the start of a chain: `expect(a).not.toBe(b)`. */
function expectIn(node) {
  for (let at = node; at; at = at.callee ?? at.object) {
    if (at.type === "CallExpression" && (at.callee.name === "expect" || at.callee.property?.name === "poll"))
      return at;
  }
  return undefined;
}

function* measuredVerdicts(program) {
  const measured = new Measurements(program);
  for (const node of nodesIn(program)) {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") continue;
    const start = expectIn(node.callee.object);
    if (!start) continue;
    const [actual] = start.arguments;
    const isCompared = COMPARISONS.test(node.callee.property.name);
    if (isCompared && [actual, ...node.arguments].some((each) => measured.isIn(each))) yield node;
    const orders = [...nodesIn(actual)].filter(({ operator }) => ORDERS.test(operator));
    if (!isCompared && orders.some((order) => measured.isIn(order))) yield node;
  }
}

/** Names that a file gives to the setTimeout of node:timers/promises. */
const pausesOf = (program) =>
  program.body
    .filter(({ type, source }) => type === "ImportDeclaration" && /timers\/promises$/.test(source.value))
    .flatMap(({ specifiers }) => specifiers.filter(({ imported }) => imported?.name === "setTimeout"))
    .map(({ local }) => local.name);

/** `new Promise((resolve) => setTimeout(resolve, 100))` */
const isTimerPromise = ({ type, callee, arguments: [run] }) =>
  type === "NewExpression" &&
  callee.name === "Promise" &&
  FUNCTIONS.test(run?.type) &&
  [...nodesIn(run.body)].some(
    (node) =>
      node.type === "CallExpression" &&
      node.callee.name === "setTimeout" &&
      node.arguments[0]?.name === run.params[0]?.name,
  );

/** A pause inside a loop is a step of waiting for a condition. */
function* sleepsIn(node, pauses, isInLoop = false) {
  if (!node || typeof node.type !== "string") return;
  if (node.type === "CallExpression" && node.callee.property?.name === "waitForTimeout") yield node;
  const { argument } = node;
  if (node.type === "AwaitExpression" && !isInLoop) {
    if (argument.type === "CallExpression" && pauses.includes(argument.callee.name)) yield node;
    else if (argument.type === "NewExpression" && isTimerPromise(argument)) yield node;
  }
  const isLoop = LOOPS.test(node.type) || (isInLoop && !FUNCTIONS.test(node.type));
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent") continue;
    for (const child of Array.isArray(value) ? value : [value]) yield* sleepsIn(child, pauses, isLoop);
  }
}

const programRule = (message, wrongIn) => ({
  meta: { type: "problem", messages: { wrong: message }, schema: [] },
  create: (context) => ({
    Program(program) {
      for (const node of wrongIn(program)) context.report({ node, messageId: "wrong" });
    },
  }),
});

export const testRules = {
  "measured-verdict": programRule(
    "A time or a memory size depends on the machine: report it, and judge calls, bytes, turns, files or rows.",
    measuredVerdicts,
  ),
  "no-sleep": programRule("Wait for an event or a condition, not for a time.", (program) =>
    sleepsIn(program, pausesOf(program)),
  ),
};
