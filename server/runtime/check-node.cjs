"use strict";
// Runs before anything else, in syntax that every Node reads: an older one stops at a SyntaxError of the program.
const parts = process.versions.node.split(".").map(Number);
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  process.stderr.write(
    "The site needs Node.js 20.19 or later; this is " + process.version + " (https://nodejs.org).\n",
  );
  process.exit(1);
}
