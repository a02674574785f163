/** The pause between two submissions of a form. */
import type { FormEvent } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, expect, it, vi } from "vitest";

vi.resetModules();
vi.doMock("@remix-run/react", () => ({
  useActionData: () => undefined,
  useNavigation: () => ({ state: "submitting" }),
}));
const { useSubmitThrottle } = await import("~/components/form/use-submit-throttle");
afterAll(() => {
  vi.doUnmock("@remix-run/react");
  vi.resetModules();
});

it("is 1000 ms from the submission that was let through, not from one that was stopped [A340.1]", () => {
  let isTooSoon: (event: FormEvent) => boolean = () => true;
  function Form() {
    isTooSoon = useSubmitThrottle();
    return null;
  }
  renderToString(<Form />);
  const stopped = [0, 500, 999, 1000, 1999, 2000].filter((timeStamp) =>
    isTooSoon({ timeStamp } as FormEvent),
  );
  expect(stopped).toEqual([500, 999, 1999]);
});
