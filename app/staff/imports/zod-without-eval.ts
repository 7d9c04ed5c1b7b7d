/** Stands before all schemas: zod tries whether it may make code out of texts, and the policy of the staff area reports that. */
import { z } from "zod";

z.config({ jitless: true });
