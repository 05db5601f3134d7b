package gloire

import "strings"

// knightNames are those that called knights bring along: French and Nordic
// names of the Middle Ages, each once however it is spelt.
var knightNames = strings.Fields(`
Abélard Acelin Adalbéron Adalric Adémar Adhémar Agilbert Aimeric Aimon Aiol
Alaric Albéric Aldebert Aldric Aleaume Alger Almaric Amalric Amanieu Amaury
Ambroise Amédée Amiel Anceau Ancelin Andéol Anselme Ansgar Anskar Anséric
Archambaud Arnaud Arnoul Arnvid Arsène Asbjorn Asgaut Aslak Asmund Aubert
Aubin Aubrac Audoin Audric Aufroy Auger Auguste Aurélien Authier Aymar Aymeric
Bardolf Barthélemy Bastien Baudoin Baudric Baudry Bénigne Bérard Bérenger
Bergfinn Bernardin Bernier Bersi Bertin Bertrand Bérulf Birger Bjarni Bjorn
Blaise Bodin Bohémond Bolli Boniface Bouchard Brandan Briand Brice Brunon
Brynjolf Burchard Cadoc Calixte Carloman Célestin Césaire Childéric Clodomir
Colbert Conan Corentin Cyprien Dagfinn Dagobert Damase Dankrad Déodat Déric
Désiré Didier Dietmar Drogon Drummond Eberhard Ebbon Edmond Egbert Egil Eilif
Einar Eirik Eldgrim Élie Élouan Émeric Enguerrand Énogat Érard Erlend Erling
Ermenfroi Ernaud Eskil Étienne Eudes Eustache Évrard Eyjolf Eystein Eyvind
Fabien Faremund Fargeau Ferrand Finnbogi Firmin Flavien Floki Florent Flosi
Folquet Fortuné Foucaud Foulques Francon Fridolf Frodi Froilan Fromont Fulbert
Fulcran Gaël Galaad Galeran Gamel Garin Garnier Gaspard Gaubert Gaucelin
Gaucher Gauthier Gautier Gauvain Geirmund Geoffroy Géraud Gerbert Gerfaud
Germond Gilbert Gildas Girard Gislain Gisli Gizur Godefroy Gontran Gormund
Gothard Goulven Grégoire Grimbald Grimoald Guérin Guérech Guibert Guillaume
Guiscard Gunnar Gunther Guthlac Guttorm Guy Guyot Hacon Hadrien Hafgrim Hakon
Haldan Halfdan Hallstein Halvard Hamelin Harald Hardouin Haskell Havard Hébert
Hector Hédouin Helgi Hélinand Hémon Herbrand Héribert Herjolf Hermann Hersent
Hervé Hilaire Hildebert Hjalmar Hogni Honfroy Honorat Hoskuld Hrafn Hroald
Huguenin Hugues Humbert Huon Ingemar Ingimund Ingolf Ingvar Isambard Isarn
Isembert Isidore Ivar Jacquemin Jaufré Jehan Jocelin Jokul Joran Josselin
Jourdain Judicaël Jules Kalf Karlsefni Kari Ketil Kjartan Knud Kolbein Kolgrim
Kormak Lambert Lancelin Landry Lanfranc Laurent Léandre Léger Leif Léonard
Léopold Letard Lidulf Lienard Lionel Lodver Lothaire Loup Lubin Lucain Ludolf
Macaire Magnus Maïeul Malcolm Malo Manassès Marcellin Martial Mathurin Mauger
Maurin Médard Merlin Milon Moïse Morcar Nantier Narcisse Nestor Nicaise Nivard
Njal Norbert Odilon Odon Oddleif Ogier Olaf Oleg Olivier Omer Onfroy Onund Orm
Orson Osbern Osmond Osvif Othon Ottar Ozanne Pancrace Parfait Pépin Perceval
Philibert Pierrick Placide Pons Prosper Quentin Quiriace Rabel Ragnald Ragnar
Raimbaud Ranulf Raoul Raymond Régnier Renaud Reynald Riquier Roald Robert
Rodolphe Roger Rognvald Roland Rolf Romaric Roscelin Rostand Runolf Rurik
Salomon Samson Savary Sébastien Séverin Sibert Sigfast Sigmund Sigtrygg Sigurd
Sigvald Simon Skarphedin Skapti Skuli Snorri Solmund Starkad Stenkil Sturla
Styrbjorn Suger Svein Sverker Sverre Sylvestre Tancrède Tanguy Tescelin
Thangbrand Théobald Théodoric Thibaud Thierry Thomas Thorfinn Thorgeir
Thorgils Thorkel Thorolf Thorstein Toki Torquil Tostig Tristan Trygve Tugdual
Turpin Ulfric Ulrik Urbain Urien Uthred Vagn Valdemar Valentin Valéry Varin
Vermund Vigfus Vigor Vincent Vital Vivien Vulfran Wandrille Warin Wenceslas
Wibald Wigbert Wulfstan Yngvar Yvain Yves Yvon Zacharie Zéphirin
`)
