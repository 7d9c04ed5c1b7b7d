// In this very process, which has the terminal: the password is asked for.
import "../admin-create.ts";
