import { test } from "../kit/browser/fixtures";
import { everyScreenIsSound } from "../kit/browser/a11y-sweep";

test.describe("in another language @scripts-only", () => everyScreenIsSound({ isOther: true }));
