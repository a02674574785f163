/** Made by text-files-plugin.ts. */
declare module "virtual:text-files" {
  /** By language and namespace, the address of the file that has the texts. */
  const files: Record<string, Record<string, string>>;
  export default files;
}
