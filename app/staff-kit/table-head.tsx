// Bundle: staff
interface TableHeadProps {
  /** What is false or empty is a column that the table lacks just now. */
  names: readonly (string | false | null | undefined)[];
  /** The name of one more column, whose buttons say to those who see them what it is. */
  unseen?: string;
}

/** The names of the columns of a table. */
export function TableHead({ names, unseen }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {names.map(
          (name) =>
            name && (
              <th key={name} scope="col">
                {name}
              </th>
            ),
        )}
        {unseen && (
          <th scope="col">
            <span className="kit-unseen">{unseen}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
