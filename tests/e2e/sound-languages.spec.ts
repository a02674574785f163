import { test } from "../setup/fixtures";
import { everyScreenIsSound } from "../setup/sound";

test.describe("in another language @scripts-only", () => everyScreenIsSound({ isOther: true }));
