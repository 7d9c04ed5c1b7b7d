// Runs in this process, because it asks for the password on the terminal.
import "../admin-create.ts";
