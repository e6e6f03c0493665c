// Reasons of invalid inputs, after the name of the property.

export const UNKNOWN_PROPERTY = "is not a property of this resource; check its spelling";
export const misspelt = (known: string) => `is not a property of this resource; did you mean "${known}"?`;
export const missing = (sentence: string) => `is required, and ${sentence}`;
export const FLAG = "must be true or false";
