/** Provided by text-files-plugin.ts. */
declare module "virtual:text-files" {
  /** URL of the text file, by language and namespace. */
  const files: Record<string, Record<string, string>>;
  export default files;
}
