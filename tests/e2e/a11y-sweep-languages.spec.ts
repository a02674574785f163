import { test } from "../setup/fixtures";
import { everyScreenIsSound } from "../setup/a11y-sweep";

test.describe("in another language @scripts-only", () => everyScreenIsSound({ isOther: true }));
