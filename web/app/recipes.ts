/** Defines the component recipes: the library's recipes with our radius, control borders and quiet toasts. */
import { defineConfig, defineRecipe } from '@chakra-ui/react';
import {
  badgeRecipe,
  buttonRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  comboboxSlotRecipe,
  containerRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  iconRecipe,
  inputRecipe,
  linkRecipe,
  popoverSlotRecipe,
  qrCodeSlotRecipe,
  separatorRecipe,
  skeletonRecipe,
  skipNavLinkRecipe,
  spinnerRecipe,
  tableSlotRecipe,
  tabsSlotRecipe,
  toastSlotRecipe,
} from '@chakra-ui/react/theme';

const heading = defineRecipe({
  className: 'chakra-heading',
  base: { fontFamily: 'heading', fontWeight: '600', textWrap: 'balance' },
  variants: {
    size: {
      sm: { textStyle: 'sm' },
      md: { textStyle: 'md' },
      lg: { textStyle: 'lg' },
      xl: { textStyle: 'xl' },
      '2xl': { textStyle: { base: 'xl', md: '2xl' } },
    },
  },
  defaultVariants: { size: 'md' },
});

const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  checkmark: checkmarkRecipe,
  container: containerRecipe,
  heading,
  icon: iconRecipe,
  input: inputRecipe,
  link: linkRecipe,
  separator: separatorRecipe,
  skeleton: skeletonRecipe,
  skipNavLink: skipNavLinkRecipe,
  spinner: spinnerRecipe,
};

const slotRecipes = {
  checkbox: checkboxSlotRecipe,
  combobox: comboboxSlotRecipe,
  dialog: dialogSlotRecipe,
  drawer: drawerSlotRecipe,
  field: fieldSlotRecipe,
  popover: popoverSlotRecipe,
  qrCode: qrCodeSlotRecipe,
  table: tableSlotRecipe,
  tabs: tabsSlotRecipe,
  toast: toastSlotRecipe,
};

export const libraryRecipes = defineConfig({ theme: { recipes, slotRecipes } });

const control = { bg: 'bg.panel', borderColor: 'border.control' };

/** These recipes are merged over the library's recipes. */
export const ourRecipes = defineConfig({
  theme: {
    recipes: {
      input: { variants: { variant: { outline: control } } },
    },
    slotRecipes: {
      combobox: { slots: comboboxSlotRecipe.slots, variants: { variant: { outline: { input: control } } } },
      toast: {
        slots: toastSlotRecipe.slots,
        base: {
          root: {
            py: '3',
            pe: '10',
            borderStartWidth: '4px',
            borderColor: 'information.solid',
            '&[data-type=success]': { bg: 'bg.panel', color: 'fg', borderColor: 'brand.solid' },
            '&[data-type=error]': { bg: 'bg.error', color: 'fg', borderColor: 'failure.solid' },
            '&[data-type=warning]': { bg: 'bg.warning', color: 'fg', borderColor: 'attention.solid' },
          },
          description: { display: 'block', textStyle: 'xs', color: 'fg.muted', opacity: 1 },
          closeTrigger: { top: '2', insetEnd: '2', minW: '6', minH: '6', color: 'fg.muted' },
        },
      },
    },
  },
});
