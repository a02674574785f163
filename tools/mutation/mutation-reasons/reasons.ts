/**
 * Mutants that no test can kill, or needs to: by file and reason, the original text and its replacement; then the
 * source line, trimmed, for a text that stands in the file more than once.
 */
export type Reasons = Record<string, Record<string, [is: string, becomes: string, line?: string][]>>;
