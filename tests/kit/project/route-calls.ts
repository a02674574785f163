/** Finds the API calls of each route's loader and action with the compiler, which follows the names in their code. */
import { resolve } from "node:path";
import ts from "typescript";

/** Sessions read and renew tokens for every route that opens one. These are not the route's own calls. */
const NOT_FOLLOWED = /\/(node_modules|server\/session(?!\/member\.)|server\/sandbox)\//;

function programOf(files: string[]): ts.Program {
  const config = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, resolve("."));
  return ts.createProgram(
    files.map((file) => resolve(file)),
    options,
  );
}

/**
 * @param files route modules, from the project's root
 * @returns a function that returns the names of the calls (server/wire/calls.ts) reachable from an export of a
 *   module, or undefined if the module has no such export
 */
export function routeCalls(files: string[]): (file: string, name: string) => string[] | undefined {
  const program = programOf(files);
  const checker = program.getTypeChecker();
  const original = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  function collect(symbol: ts.Symbol, seen: Set<ts.Symbol>, found: Set<string>): void {
    if (seen.has(symbol)) return;
    seen.add(symbol);
    for (const declaration of symbol.declarations ?? []) {
      const { fileName } = declaration.getSourceFile();
      if (!fileName.startsWith(resolve(".")) || NOT_FOLLOWED.test(fileName)) continue;
      visit(declaration, seen, found);
    }
  }

  function visit(node: ts.Node, seen: Set<ts.Symbol>, found: Set<string>): void {
    if (ts.isTypeNode(node)) return;
    const name = ts.isCallExpression(node) && node.expression.getText() === "callApi" && node.arguments[0];
    if (name && ts.isStringLiteral(name)) found.add(name.text);
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      if (symbol) collect(original(symbol), seen, found);
    }
    ts.forEachChild(node, (child) => visit(child, seen, found));
  }

  return (file, name) => {
    const source = program.getSourceFile(resolve(file));
    const module = source && checker.getSymbolAtLocation(source);
    const exported = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
    if (!exported) return undefined;
    const found = new Set<string>();
    collect(original(exported), new Set(), found);
    return [...found].sort();
  };
}
