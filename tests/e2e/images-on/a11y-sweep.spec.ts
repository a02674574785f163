import { test, withPictures } from "../../kit/browser/fixtures";
import { everyScreenIsSound } from "../../kit/browser/a11y-sweep";

// Opens every page with its images once: a missing or foreign one fails the test.
test.use(withPictures);
test.describe("in Japanese", () => everyScreenIsSound({ isOther: false }));
