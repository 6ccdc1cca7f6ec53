import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { statusText } from '../format/statuses';
import { LenderSwitcher } from '../lender/lender-switcher';
import { LendersProvider } from '../lender/lenders';
import { PageTimeZone } from '../lender/page-time-zone';
import { OutcomeBar } from '../money/outcome-bar';
import { useOperator } from '../session/operator';
import { tellOtherTabs } from '../session/other-tabs';
import { SESSION_KEY, signOut } from '../session/session';
import { endSession } from '../sign-in/end-session';
import { Problem } from '../ui/action-problem-alert';
import { pendingWhile } from '../ui/data-pending-attribute';
import { useNavigation } from './navigation';
import { Palette } from './search-palette';
import { useShortcuts } from './shortcuts';
import { SkipLinks } from './skip-links';
import { StaleBar } from './stale-bar';
import { applyTheme, type Theme } from './theme';

export function Shell() {
  return (
    <LendersProvider>
      <Frame />
    </LendersProvider>
  );
}

/** What all pages have: the sidebar, the bar above and the palette. */
function Frame() {
  const [isFinding, setFinding] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useShortcuts(() => setFinding(true));
  return (
    <>
      <SkipLinks />
      <div className="shell">
        <Sidebar isOpen={isOpen} onLeave={() => setOpen(false)} />
        <div className="main">
          <div className="topbar">
            <AriaButton className="button plain menu-button" aria-label="Menu" onPress={() => setOpen(!isOpen)}>
              ☰
            </AriaButton>
            <AriaButton className="button find" onPress={() => setFinding(true)}>
              <span>Find anything</span>
              <kbd>{isMac() ? '⌘' : 'Ctrl'} K</kbd>
            </AriaButton>
            <div className="end">
              <LenderSwitcher />
              <OperatorMenu />
            </div>
          </div>
          <OutcomeBar />
          <StaleBar />
          <PageTimeZone>
            <Outlet />
          </PageTimeZone>
        </div>
        <Palette isOpen={isFinding} onClose={() => setFinding(false)} />
      </div>
    </>
  );
}

function isMac(): boolean {
  return navigator.userAgent.includes('Mac');
}

function Sidebar({ isOpen, onLeave }: { readonly isOpen: boolean; readonly onLeave: () => void }) {
  const places = useNavigation();
  const groups = [...new Set(places.map(({ group }) => group))];
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onLeave();
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [isOpen, onLeave]);
  return (
    <aside className="sidebar" {...(isOpen && { 'data-open': true })}>
      <Link to="/" className="brand" onClick={onLeave}>
        Tributary
      </Link>
      <nav aria-label="Pages" className="stack">
        {groups.map((name) => (
          <div key={name}>
            <p className="group">{name}</p>
            <ul>
              {places
                .filter(({ group }) => group === name)
                .map((place) => (
                  <li key={place.to}>
                    <Link to={place.to} activeOptions={{ exact: place.to === '/' }} onClick={onLeave}>
                      {place.name}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </aside>
  );
}

function OperatorMenu() {
  const { name, role } = useOperator();
  const queries = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  const leave = async () => {
    try {
      const path = await pendingWhile(signOut());
      endSession(queries);
      tellOtherTabs('ended');
      if (path === undefined) await queries.invalidateQueries({ queryKey: SESSION_KEY });
      else location.assign(path);
    } catch {
      setRefused(true);
    }
  };
  return (
    <>
      {isRefused && <Problem>You are still signed in: the server could not be reached.</Problem>}
      <MenuTrigger>
        <AriaButton className="button plain">
          <span className="who">{name}</span>
          <span className="quiet">{statusText(role)} ▾</span>
        </AriaButton>
        <Popover className="popover">
          <Menu
            onAction={(key) => {
              if (key === 'leave') void leave();
              else applyTheme(key as Theme);
            }}
          >
            <MenuItem id="system" className="option">
              Match the system
            </MenuItem>
            <MenuItem id="light" className="option">
              Light
            </MenuItem>
            <MenuItem id="dark" className="option">
              Dark
            </MenuItem>
            <MenuItem id="leave" className="option">
              Sign out
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
}
