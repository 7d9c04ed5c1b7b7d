/** Small changes of documents that are never shown. */

/** A new element with these children, which leave their places. */
export function makeElement(near: Element, name: string, children: readonly (Node | string)[] = []): HTMLElement {
  const element = near.ownerDocument.createElement(name);
  addChildren(element, children);
  return element;
}

/** Puts `children` at the end of `element`. */
function addChildren(element: Element, children: readonly (Node | string)[]): void {
  for (const child of children)
    element.appendChild(typeof child === "string" ? element.ownerDocument.createTextNode(child) : child);
}

/** Puts `nodes` before `place`. */
export function putBefore(place: Element, nodes: readonly Node[]): void {
  for (const node of nodes) place.parentNode?.insertBefore(node, place);
}

/** Puts `node` after `place`. */
export function putAfter(place: Element, node: Node): void {
  place.parentNode?.insertBefore(node, place.nextSibling);
}
