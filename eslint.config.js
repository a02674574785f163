import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { existsSync, readdirSync } from "node:fs";
import tseslint from "typescript-eslint";

/** Every route folder: app/routes/<area>/<screen>. */
const routeFolders = subfolders("./app/routes").flatMap(subfolders);

/** Who may import whom (see the map in README.md). Each zone: `target` must not import from `from`. */
const zones = [
  { target: "./app/domain", from: "./app", except: ["./domain"], message: "domain imports nothing." },
  { target: "./app/domain", from: "./server", message: "domain imports nothing." },
  {
    target: "./app/i18n",
    from: "./app",
    except: ["./i18n", "./domain"],
    message: "i18n imports domain only.",
  },
  { target: "./app/i18n", from: "./server", message: "i18n imports domain only." },
  {
    target: "./app/components",
    from: "./app",
    except: ["./components", "./domain", "./i18n", "./styles"],
    message: "components import domain and i18n only.",
  },
  { target: "./app/components", from: "./server", message: "components import domain and i18n only." },
  { target: "./server", from: "./app", except: ["./domain"], message: "server imports domain only." },
  {
    target: "./server/sandbox",
    from: "./server",
    except: ["./sandbox", "./wire"],
    message: "The sandbox shares only server/wire with the site.",
  },
  {
    target: "./server/sandbox",
    from: "./app",
    message: "The sandbox shares only server/wire with the site.",
  },
  { target: "./app", from: "./server/sandbox", message: "The site never imports the sandbox." },
  ...subfolders("./server", { files: true })
    .filter((path) => path !== "./server/sandbox")
    .map((target) => ({ target, from: "./server/sandbox", message: "The site never imports the sandbox." })),
  { target: ["./app", "./server"], from: "./tests", message: "Only tests import tests." },
  ...routeFolders.map((target) => ({
    target,
    from: routeFolders.filter((other) => other !== target),
    message: "A route folder never imports another route folder: move the part to app/components.",
  })),
];

export default tseslint.config(
  {
    ignores: [
      "build/",
      "node_modules/",
      ".data/",
      ".cache/",
      "public/",
      "test-results/",
      "playwright-report/",
    ],
  },
  js.configs.recommended,
  tseslint.configs.strict,
  importX.flatConfigs.typescript,
  {
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [
        createNodeResolver({
          tsconfig: { configFile: new URL("tsconfig.json", import.meta.url).pathname },
          extensions: [".ts", ".tsx", ".js", ".json"],
          conditionNames: ["import", "types", "default"],
        }),
      ],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones }],
      "import-x/no-duplicates": "error",
      "import-x/no-unresolved": ["error", { ignore: ["^virtual:", "\\?", "/build/"] }],
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // `while (true)`, and `throw` of a Response, are how Remix and streams are written.
      "@typescript-eslint/no-invalid-void-type": "off",
      "no-control-regex": "off",
    },
  },
  {
    // The rules that need types, kept to those that find real faults.
    files: ["app/**/*.{ts,tsx}", "server/**/*.ts", "tests/**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    extends: [jsxA11y.flatConfigs.recommended],
    rules: {
      ...reactHooks.configs.recommended.rules,
      "react-hooks/exhaustive-deps": "error",
      "no-restricted-syntax": [
        "error",
        {
          // What scrollIntoView and its like return differs by browser, and React would call it as the clean-up.
          selector:
            "CallExpression[callee.name=/^use(Layout)?Effect$/] > ArrowFunctionExpression.arguments:first-child:not([body.type=/^(BlockStatement|ArrowFunctionExpression)$/])",
          message: "An effect returns nothing, or its clean-up as a function of its own: write braces.",
        },
      ],
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "@remix-run/react",
              importNames: ["Link", "NavLink"],
              message: "Take components/text/link.tsx.",
            },
          ],
          patterns: [
            {
              regex: "^#server/(?!errors/|wire/codes$).*(?<!\\.server)$",
              allowTypeImports: true,
              message:
                "What the app imports from server/ ends in .server.ts, so that the build refuses it in the browser.",
            },
            { regex: "(^|/)\\.\\./.*server/", message: "Write #server/…." },
          ],
        },
      ],
    },
  },
  {
    // Programs for the terminal speak on the console.
    files: ["app/art/**", "server/cli/**", "server/sandbox/{main,reset}.ts", "tests/**", "*.config.{js,ts}"],
    rules: { "no-console": "off" },
  },
  {
    // Playwright's fixtures are named `use` and take `{}`; neither is what these rules think.
    files: ["tests/**"],
    rules: { "react-hooks/rules-of-hooks": "off", "no-empty-pattern": "off" },
  },
  {
    files: ["tests/e2e/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.property.name=/^(locator|frameLocator)$/] > Literal[value=/(^|[\\s>+~(,\\w])\\.[a-z]/]",
          message: "A browser test finds things by role, label or text, never by a CSS class.",
        },
      ],
    },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: {
      globals: { console: "readonly", process: "readonly", setInterval: "readonly", URL: "readonly" },
    },
  },
);

/** The folders (and files, when asked for) directly in a folder, as ./paths. */
function subfolders(path, { files = false } = {}) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => files || entry.isDirectory())
    .map((entry) => `${path}/${entry.name}`);
}
