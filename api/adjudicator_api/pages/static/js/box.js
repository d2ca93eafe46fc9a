/** The page "My box" for games without an editor of their own, and for saved boxes. */

import { openBox } from "./box/page.js";

openBox();
