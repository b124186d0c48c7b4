/** A number as the page's locale writes it: `1,204`; with `digits` always so many after the point: `4.0`. */
export declare function formatNumber(value: number, digits?: number): string;
