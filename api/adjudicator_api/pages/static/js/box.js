/** The page "My box" of games that are edited by their schema alone, and of boxes that were saved. */

import { openBox } from "./box/page.js";

openBox();
