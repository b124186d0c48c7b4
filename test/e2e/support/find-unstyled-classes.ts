import type { Page } from '@playwright/test';

/** Classes of the page's elements that no stylesheet of it has a rule for: a part was moved, and its styles are built from where it was. */
export function findUnstyledClasses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const styled = new Set<string>();
    const read = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) {
          // A class in a selector has its special characters escaped: `.max-sm\:order-1`.
          for (const [, name = ''] of rule.selectorText.matchAll(/\.((?:\\.|[\w-])+)/g)) {
            styled.add(name.replace(/\\(.)/g, '$1'));
          }
        }
        if ('cssRules' in rule) read(rule.cssRules as CSSRuleList);
      }
    };
    for (const { cssRules } of document.styleSheets) read(cssRules);
    const used = new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]));
    // Icons bring names of their own, which nothing styles.
    return [...used].filter((name) => !styled.has(name) && !/^lucide\b/.test(name)).sort();
  });
}
