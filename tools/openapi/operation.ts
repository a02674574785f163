export type Schema = Record<string, unknown>;

/** One operation of the document, with only the fields that the project writes. */
export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  servers?: { url: string; description: string }[];
  parameters?: {
    name: string;
    in: "path" | "query" | "header";
    required: boolean;
    description?: string;
    example?: unknown;
    schema: Schema;
  }[];
  requestBody?: { description?: string; required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  /** Source of the call: the specification, a decision, or a proposal to the API team. */
  "x-basis"?: string;
  /** Business codes and statuses, and what the site does. */
  "x-codes"?: Record<string, unknown>[];
  /** Lines of docs/specification. */
  "x-specification"?: string[];
}

type Content = Record<string, { schema: Schema; example?: unknown }>;
