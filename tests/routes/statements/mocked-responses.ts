/** Mocks whole responses of the API, with their status, and reads the bodies of its requests. */
import { http, HttpResponse } from "msw";
import { server } from "../../mocks/server";

/** Returns the body of a successful response with this data. */
export const answers = (data: unknown) => ({ result: 1, message: "SUCCESS", data });

/**
 * Mocks the API's response for a path.
 * @returns the request bodies received so far; the array grows with each request
 */
export function respond(
  method: "get" | "post" | "patch",
  path: string,
  json: object,
  status = 200,
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](`http://api.test${path}`, async ({ request }) => {
      if (request.body) bodies.push(await request.json());
      return HttpResponse.json(json, { status });
    }),
  );
  return bodies;
}
