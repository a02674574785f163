/** What the second half of `npm test` needs and the machine lacks, brought while the first half runs. */
import { bringCaddy, bringChromium } from "./tools";

bringChromium();
bringCaddy();
