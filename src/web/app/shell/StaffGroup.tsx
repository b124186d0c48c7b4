import type { ReactNode } from 'react';
import * as texts from '#texts/admin.ts';
import { deskIcons } from '../../platform/desk/desk-icons.ts';
import { deskPlacesOf } from '../../platform/desk/desk-places.ts';
import { dashboard, type NavigationGroup } from './navigation.ts';

type StaffGroupProps = { userRole: string; show: (group: NavigationGroup) => ReactNode };

/** What moderators and finance have at the head of the sidebar: the dashboard, on which is what waits for them, and their desks. */
export function StaffGroup({ userRole, show }: StaffGroupProps) {
  const desks = deskPlacesOf(userRole).map((place) => ({ ...place, icon: deskIcons[place.path] }));
  return show({ label: texts.desks, items: [dashboard, ...desks] });
}
