export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** All elements of a document or below an element, itself first. */
export function elementsOf(top: Element): Element[] {
  return [top, ...Array.from(top.getElementsByTagName('*'))];
}

/** The children of an element that have a name in a namespace. */
export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  return Array.from(parent.childNodes)
    .filter((node): node is Element => node.nodeType === 1)
    .filter((child) => child.localName === name && child.namespaceURI === namespace);
}

/** An attribute without a namespace; undefined where it is not there, which is not the same as empty. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
