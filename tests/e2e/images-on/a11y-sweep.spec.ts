import { test, withPictures } from "../../setup/fixtures";
import { everyScreenIsSound } from "../../setup/a11y-sweep";

// Opens every page with its images once: a missing or foreign one fails the test.
test.use(withPictures);
test.describe("in Japanese", () => everyScreenIsSound({ isOther: false }));
