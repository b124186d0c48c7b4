import { createContext, useContext } from 'react';
import { type AppConfig, configFrom } from './config.ts';

const ConfigContext = createContext<AppConfig>(configFrom({}));

/** Puts a configuration in force for everything below it. */
export const ConfigProvider = ConfigContext.Provider;

/** The configuration in force: the defaults with the server's flags over them. */
export function useConfig(): AppConfig {
  return useContext(ConfigContext);
}
