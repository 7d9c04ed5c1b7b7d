// In this very process, which has the terminal: the passphrase is asked for.
import "../admin-create.ts";
