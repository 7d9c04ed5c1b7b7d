/** What every command on data says to a site whose rows are missing. */
export const restoreFirst =
  "A restore of this site goes on, or was interrupted: rows are missing. Run that `npm run restore` again first.";
