/** What the audit log calls the actions of worker/operations. */
export const operationsWords = {
  "operations.job_run": { text: "Ran a job by hand", group: "upkeep" },
  "operations.action_run": { text: "Started work of the software", group: "upkeep" },
  "operations.errors_seen": { text: "Marked errors of the software as seen", group: "upkeep" },
  "alerts.changed": { text: "Changed who is alerted, and when", group: "upkeep" },
  "alerts.tested": { text: "Sent a test alert", group: "upkeep" },
  "alerts.key_shown": { text: "Saw the key of the alerts’ webhook", group: "upkeep" },
  "alerts.key_replaced": { text: "Made a new key for the alerts’ webhook", group: "upkeep" },
} as const;
