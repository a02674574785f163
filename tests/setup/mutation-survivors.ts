/** A mutant that no test can kill, or needs to. */
interface Survivor {
  file: string;
  /** The original text and its replacement. */
  is: string;
  becomes: string;
  why: string;
}

/** `npm run mutate` excludes these from a folder's score, and fails if one of them is killed. */
export const survivors: readonly Survivor[] = [
  {
    file: "server/api/sanitize-html.server.ts",
    is: '"discard"',
    becomes: '""',
    why: "sanitize-html discards a tag for any mode that it does not know",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    is: '"sanitised"',
    becomes: '""',
    why: "the name of a singleton: any name that is its own will do",
  },
  {
    file: "server/api/sanitize-html.server.ts",
    is: "{ max: 500 }",
    becomes: "{}",
    why: "lru-cache refuses a cache without a limit only where its types are checked; memory is the soak test's",
  },
];
