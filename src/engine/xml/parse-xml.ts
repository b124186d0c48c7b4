import { SaxesParser } from 'saxes';

/** The full name of an element: what its prefix stands for, and its name without it. */
export type XmlName = { uri: string; local: string };
export type XmlElement = XmlName & { attributes: Record<string, string>; children: XmlElement[]; text: string };

/** What a calendar program sends is small and flat. */
const smallAndFlat = { elements: 5000, levels: 16 };

export class MalformedXml extends Error {}

/** A text as the XML element that it is (with namespaces). Throws MalformedXml for anything else: also for one that declares entities, or is too large. */
export function parseXml(text: string, most = smallAndFlat): XmlElement {
  const top: XmlElement = { uri: '', local: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let elements = 0;
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw new MalformedXml(error.message);
  });
  parser.on('doctype', () => {
    throw new MalformedXml('A document type is not taken.');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1;
    if (elements > most.elements || open.length > most.levels) throw new MalformedXml('There is too much in it.');
    const values = Object.values(attributes).map(({ name, value }) => [name, value]);
    const element = { uri, local, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  const [root] = top.children;
  if (!root) throw new MalformedXml('It is empty.');
  return root;
}
