/** Text that names a row of one kind: the id of a user cannot stand where that of a session is wanted. */
export type Branded<Name extends string> = string & { readonly __id: Name };

/** The tables whose rows have all of `Column`, such as `"id" | "version"`. */
export type TableWith<Tables, Column extends string> = {
  [Table in keyof Tables & string]: [Column] extends [keyof Tables[Table]] ? Table : never;
}[keyof Tables & string];

/** For each table the names of its columns, as the schema test reads them. */
export type ColumnsOf<Tables> = { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };
