/** The classes of licence that instructors teach, as the Traffic Police names them. */
export const licenceClasses = ['3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2'] as const;
