/** The address of the picture of an account, by the picture's id. */
export function buildPicturePath(id: string): string {
  return `/account/picture/${id}`;
}
