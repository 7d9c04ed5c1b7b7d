/** The five cards of 'The E5 Edge'. `icon` is the id of a drawing in app/assets/icons/strengths.svg. */
export const strengths = [
  {
    title: "Experience",
    icon: "medal",
    description: "20+ years of technology transformation and accelerated innovation.",
  },
  { title: "Ecosystem", icon: "graph", description: "Diverse, innovative partner network." },
  { title: "Ethics", icon: "scales", description: "Learning, diversity, inclusion, commitment work culture." },
  { title: "Execution", icon: "path", description: "Services from strategy to management." },
  { title: "Expertise", icon: "steering-wheel", description: "Technology is the vehicle, people drive it." },
] as const;
