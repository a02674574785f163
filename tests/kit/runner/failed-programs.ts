/** Setup of tests that start programs: after a failed test it prints what each running program has written last. */
import { afterEach } from "vitest";
import { lastOutputs } from "../programs/site";

afterEach(({ task }) => {
  if (task.result?.state === "fail")
    console.log([`Programs of “${task.name}”:`, ...lastOutputs()].join("\n"));
});
