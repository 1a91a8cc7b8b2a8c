export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** Returns an element and all elements below it, in document order. */
export function elementsOf(top: Element): Element[] {
  return [top, ...Array.from(top.getElementsByTagName('*'))];
}

/** Returns the children of an element with this name and namespace. */
export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  return Array.from(parent.childNodes)
    .filter((node): node is Element => node.nodeType === 1)
    .filter((child) => child.localName === name && child.namespaceURI === namespace);
}

/** Returns an attribute without namespace; undefined if it is missing, which differs from empty. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
